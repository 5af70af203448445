package androidx.core.app;

import android.app.Notification;
import android.app.PendingIntent;
import android.content.Context;

public class NotificationCompat {
    public static final int PRIORITY_DEFAULT = 0, PRIORITY_HIGH = 1, VISIBILITY_PUBLIC = 1;

    public static class Builder {
        private final Notification built = new Notification();
        public Builder(Context context, String channel) { built.channel = channel; }
        public Builder setSmallIcon(int icon) { return this; }
        public Builder setContentTitle(CharSequence title) { built.title = title.toString(); return this; }
        public Builder setContentText(CharSequence text) { built.text = text.toString(); return this; }
        public Builder setContentIntent(PendingIntent intent) { return this; }
        public Builder setAutoCancel(boolean auto) { return this; }
        public Builder setPriority(int priority) { return this; }
        public Builder setVisibility(int visibility) { return this; }
        public Builder setNumber(int number) { built.number = number; return this; }
        public Builder setTimeoutAfter(long ms) { built.timeout = ms; return this; }
        public Notification build() { return built; }
    }
}
