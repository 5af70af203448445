package com.getcapacitor;

import android.content.Context;
import android.content.Intent;
import android.os.Bundle;

public class BridgeActivity extends Context {
    protected void onCreate(Bundle state) {}
    protected void onNewIntent(Intent intent) {}
    public void registerPlugin(Class<? extends Plugin> plugin) {}
    public Intent getIntent() { return null; }
    public void setIntent(Intent intent) {}
}
