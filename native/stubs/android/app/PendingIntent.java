package android.app;

import android.content.Context;
import android.content.Intent;

public class PendingIntent implements android.os.Parcelable {
    public static final int FLAG_UPDATE_CURRENT = 1, FLAG_IMMUTABLE = 2;
    public static PendingIntent getActivity(Context context, int code, Intent intent, int flags) { return null; }
    public static PendingIntent getBroadcast(Context context, int code, Intent intent, int flags) { return null; }
}
