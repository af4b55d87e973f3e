package io.livekube.hub.subscription;

import java.util.ArrayList;
import java.util.List;

/// Subscriptions in no order, added and removed in constant time; for one thread.
///
/// [#at] may be used to go through them from the last to the first while members come and go: none that stays
/// is left out.
final class MemberList {
    private final List<Member> members = new ArrayList<>();

    /// The place of a subscription in a list.
    static final class Member {
        private final Subscription subscription;
        private int index;

        private Member(Subscription subscription, int index) {
            this.subscription = subscription;
            this.index = index;
        }
    }

    Member add(Subscription subscription) {
        var member = new Member(subscription, members.size());
        members.add(member);
        return member;
    }

    /// Does nothing if it was removed before.
    void remove(Member member) {
        if (member.index < 0) {
            return;
        }
        Member last = members.removeLast();
        if (last != member) {
            members.set(member.index, last);
            last.index = member.index;
        }
        member.index = -1;
    }

    Subscription at(int index) {
        return members.get(index).subscription;
    }

    int size() {
        return members.size();
    }
}
