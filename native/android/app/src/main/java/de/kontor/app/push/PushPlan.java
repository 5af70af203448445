package de.kontor.app.push;

import java.util.Arrays;
import java.util.List;

/** Decides what a push does on a phone on which no page looks at it. Pure: it knows nothing of Android. */
public final class PushPlan {

    private static final List<String> KINDS = Arrays.asList("alarm", "item", "count", "person", "call", "test");
    /** The badge shows no more. */
    static final int MAX_BADGE = 99;
    /** A call rings no longer, in milliseconds. */
    static final long CALL_MS = 30_000;

    public enum Does {
        NOTHING,
        SHOW,
        REMOVE,
    }

    public final Does does;
    /** What replaces each other has one name: the account and the tag of the push. */
    public final String name;
    /** Texts are resources: push_news, push_alarm, push_call, push_person, push_test. */
    public final String title;
    public final String channel;
    /** Unfinished items, at most 99; -1 if the push does not say. */
    public final int badge;
    /** Milliseconds after which the notice goes by itself; 0 if it stays. */
    public final long gone;

    private PushPlan(Does does, String name, String title, String channel, int badge, long gone) {
        this.does = does;
        this.name = name;
        this.title = title;
        this.channel = channel;
        this.badge = badge;
        this.gone = gone;
    }

    /**
     * @param account whose key has opened the push
     * @param kind as the contract has it
     * @param tag the same for what replaces each other; silence removes what has it
     * @param count unfinished items of the account; negative if the push does not say
     */
    public static PushPlan of(String account, String kind, String tag, int count) {
        String name = account + ' ' + tag;
        int badge = count < 0 ? -1 : Math.min(count, MAX_BADGE);
        if (kind.equals("silence")) return new PushPlan(Does.REMOVE, name, "", "", badge, 0);
        // A newer server may have kinds that this app does not know: they are something new all the same.
        boolean known = KINDS.contains(kind);
        boolean isNews = !known || kind.equals("item") || kind.equals("count");
        boolean isCall = kind.equals("call");
        String channel = isCall ? "calls" : kind.equals("alarm") ? "alarms" : "news";
        return new PushPlan(Does.SHOW, name, isNews ? "push_news" : "push_" + kind, channel, badge, isCall ? CALL_MS : 0);
    }
}
