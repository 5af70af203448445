package android.app;

public class Notification {
    public String title;
    public String text;
    public String channel;
    public int number;
    public long timeout;
}
