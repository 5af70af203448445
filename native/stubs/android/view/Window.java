package android.view;

public class Window {
    public void addFlags(int flags) {}
    public void clearFlags(int flags) {}
}
