package io.livekube.hub.subscription;

import java.util.ArrayList;
import java.util.List;

/// Unordered list of subscriptions with constant-time add and remove. Not thread-safe.
///
/// [#at] can be used to iterate from last to first while members are added and removed: no member that stays is
/// skipped.
final class MemberList {
    private final List<Member> members = new ArrayList<>();

    /// Position of a subscription in a list.
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

    /// Removes a member, unless already removed.
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
