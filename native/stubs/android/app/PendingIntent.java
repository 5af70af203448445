package android.app;

import android.content.Context;
import android.content.Intent;
import java.util.HashMap;
import java.util.Map;

public class PendingIntent implements android.os.Parcelable {
    public static final int FLAG_UPDATE_CURRENT = 1, FLAG_IMMUTABLE = 2, FLAG_NO_CREATE = 4, FLAG_MUTABLE = 8;
    /** Timers of the plugin for local notices, by number: the test sets them. */
    public static final Map<Integer, Runnable> timers = new HashMap<>();
    private int code;
    public static PendingIntent getActivity(Context context, int code, Intent intent, int flags) { return null; }
    public static PendingIntent getBroadcast(Context context, int code, Intent intent, int flags) {
        if ((flags & FLAG_NO_CREATE) == 0 || !timers.containsKey(code)) return null;
        PendingIntent found = new PendingIntent();
        found.code = code;
        return found;
    }
    public void cancel() { timers.remove(code); }
    public void send() throws CanceledException {
        Runnable timer = timers.remove(code);
        if (timer == null) throw new CanceledException();
        timer.run();
    }
    public static class CanceledException extends Exception {}
}
