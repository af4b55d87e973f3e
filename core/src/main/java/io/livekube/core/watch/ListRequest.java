package io.livekube.core.watch;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// One page of a LIST.
///
/// `limit` never goes with a non-zero resourceVersion without `resourceVersionMatch=NotOlderThan`: that would mean
/// *Exact*, and can return the same old version forever (kubernetes#133810). A continued page repeats neither.
///
/// @param tier how current the response must be
/// @param resourceVersion the version of [ListTier#NOT_OLDER_THAN]; otherwise unused
/// @param limit how many objects at most; 0 for all
/// @param continueToken where to continue; empty for the first page
public record ListRequest(ListTier tier, long resourceVersion, int limit, String continueToken) {

    /// The parameters, without selectors.
    public String query() {
        var query = new StringBuilder();
        if (limit > 0) {
            query.append("&limit=").append(limit);
        }
        if (!continueToken.isEmpty()) {
            query.append("&continue=").append(URLEncoder.encode(continueToken, StandardCharsets.UTF_8));
        } else {
            switch (tier) {
                case CACHED -> query.append("&resourceVersion=0");
                case NOT_OLDER_THAN ->
                    query.append("&resourceVersion=")
                            .append(Long.toUnsignedString(resourceVersion))
                            .append("&resourceVersionMatch=NotOlderThan");
                case CURRENT, CURRENT_WHOLE -> {}
            }
        }
        return query.isEmpty() ? "" : query.substring(1);
    }

    /// Whether it needs a new connection, since the old one may lead to the server that is stuck.
    public boolean freshConnection() {
        return tier == ListTier.CURRENT_WHOLE;
    }

    /// The same page with a different size.
    ListRequest limitedTo(int objects) {
        return new ListRequest(tier, resourceVersion, objects, continueToken);
    }

    /// The page that follows this one.
    public ListRequest next(String token) {
        return new ListRequest(tier, resourceVersion, limit, token);
    }
}
