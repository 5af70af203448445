package android.app;

public class NotificationManager {
    public static final int IMPORTANCE_DEFAULT = 3, IMPORTANCE_HIGH = 4;
    public void cancel(int id) {}
    public android.service.notification.StatusBarNotification[] getActiveNotifications() { return null; }
    public void cancel(String tag, int id) {}
    public void notify(String tag, int id, Notification notification) {}
    public void createNotificationChannel(NotificationChannel channel) {}
}
