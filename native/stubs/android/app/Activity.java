package android.app;

import android.content.Context;
import android.view.Window;

public class Activity extends Context {
    public static final int RESULT_OK = -1;
    public boolean isInRecents = true;
    public void runOnUiThread(Runnable work) { work.run(); }
    public void setRecentsScreenshotEnabled(boolean isEnabled) { isInRecents = isEnabled; }
    public Window getWindow() { return new Window(); }
}
