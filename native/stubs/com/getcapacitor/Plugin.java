package com.getcapacitor;

import android.content.Context;
import android.content.Intent;

public class Plugin {
    public void load() {}
    public Context getContext() { return null; }
    protected void handleOnResume() {}
    protected void handleOnPause() {}
    protected void handleOnDestroy() {}
    protected void handleOnNewIntent(Intent intent) {}
    protected void notifyListeners(String event, JSObject data) {}
    protected void notifyListeners(String event, JSObject data, boolean isKept) {}
}
