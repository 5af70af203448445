package android.service.notification;

public class StatusBarNotification {
    private final String tag;
    private final int id;
    public StatusBarNotification(String tag, int id) { this.tag = tag; this.id = id; }
    public String getTag() { return tag; }
    public int getId() { return id; }
}
