package android.app;

import android.content.Intent;

public class KeyguardManager {
    public boolean isSecure;
    public boolean isDeviceSecure() { return isSecure; }
    public Intent createConfirmDeviceCredentialIntent(CharSequence title, CharSequence text) { return isSecure ? new Intent("confirm") : null; }
}
