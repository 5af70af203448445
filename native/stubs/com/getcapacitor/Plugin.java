package com.getcapacitor;

import android.content.Context;
import android.content.Intent;

public class Plugin {
    public Context context;
    public String told = "";
    public void load() {}
    public Context getContext() { return context; }
    protected void handleOnResume() {}
    protected void handleOnPause() {}
    protected void handleOnDestroy() {}
    protected void handleOnNewIntent(Intent intent) {}
    protected void notifyListeners(String event, JSObject data) { told += event + data.fields; }
    protected void notifyListeners(String event, JSObject data, boolean isKept) { told += event + data.fields; }
}
