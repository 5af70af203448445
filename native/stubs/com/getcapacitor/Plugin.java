package com.getcapacitor;

import android.content.Context;
import android.content.Intent;

public class Plugin {
    public Context context;
    public String told = "";
    public void load() {}
    public android.app.Activity activity;
    /** The name of the method that hears what a question gave, which the test calls. */
    public String asked;
    public PluginCall askedBy;
    public android.app.Activity getActivity() { return activity; }
    protected void startActivityForResult(PluginCall call, Intent intent, String callback) { asked = callback; askedBy = call; }
    public Context getContext() { return context; }
    protected void handleOnResume() {}
    protected void handleOnPause() {}
    protected void handleOnDestroy() {}
    protected void handleOnNewIntent(Intent intent) {}
    protected void notifyListeners(String event, JSObject data) { told += event + data.fields; }
    protected void notifyListeners(String event, JSObject data, boolean isKept) { told += event + data.fields; }
}
