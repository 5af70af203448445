package de.kontor.app.push;

import java.util.ArrayList;
import java.util.List;

/**
 * Decides what a push about a reminder does on a phone that may ring the same one by itself, so that it is shown once, and never not at all. Pure: it
 * knows nothing of Android. A reminder is named by its kind and number, and has the moment for which it was set, in seconds since 1970.
 */
public final class AlarmPlan {

    /** What the phone has of a reminder that it was to ring by itself. */
    public enum Own {
        /** It was not handed to the system. */
        NONE,
        /** It is shown. */
        SHOWN,
        /** It waits for its time, or was lost with its time: the system still knows what it says. */
        WAITS,
        /** It was shown and put away. */
        PUT_AWAY,
    }

    public enum Does {
        NOTHING,
        /** The push is shown. */
        SHOW,
        /** The push is shown, and what the phone has of an earlier time goes. */
        REPLACE,
        /** The phone rings its own one now, and not at its time. */
        RING,
    }

    /** A reminder and its moment, as pushes name them. */
    public static final class Named {

        public final String name;
        public final long at;

        Named(String name, long at) {
            this.name = name;
            this.at = at;
        }
    }

    private AlarmPlan() {}

    /** Reads `task:17@1795219200 task:18@1795219260`; what is none of that is left out. */
    public static List<Named> read(String text) {
        List<Named> all = new ArrayList<>();
        for (String word : text.split(" ")) {
            int sign = word.lastIndexOf('@');
            try {
                if (sign > 0) all.add(new Named(word.substring(0, sign), Long.parseLong(word.substring(sign + 1))));
            } catch (NumberFormatException ignored) {
                // Of a newer server: the push is shown.
            }
        }
        return all;
    }

    /**
     * @param at the moment that the push is about
     * @param isTold whether it was shown for this moment before
     * @param own what the phone has of it
     * @param planned the moment for which the phone has it; 0 for NONE
     */
    public static Does of(long at, boolean isTold, Own own, long planned) {
        if (isTold) return Does.NOTHING;
        if (own == Own.NONE) return Does.SHOW;
        // Put off meanwhile: what comes later rings later. Set anew: what was to ring before is over.
        if (planned != at) return planned > at ? Does.SHOW : Does.REPLACE;
        return own == Own.WAITS ? Does.RING : Does.NOTHING;
    }

    /** Whether a silence about a moment ends what the phone has: not what was set for later since. */
    public static boolean isOver(long at, long planned) {
        return planned <= at;
    }
}
