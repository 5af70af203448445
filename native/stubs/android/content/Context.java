package android.content;

import android.content.pm.PackageManager;
import android.content.res.Resources;

public class Context {
    public static final int MODE_PRIVATE = 0;
    public static final String NOTIFICATION_SERVICE = "notification", ALARM_SERVICE = "alarm", KEYGUARD_SERVICE = "keyguard";
    public SharedPreferences getSharedPreferences(String name, int mode) { return null; }
    public Object getSystemService(String name) { return null; }
    public String getPackageName() { return null; }
    public PackageManager getPackageManager() { return null; }
    public String getString(int id) { return null; }
    public Resources getResources() { return null; }
    public void startActivity(Intent intent) {}
    public void sendBroadcast(Intent intent) {}
    public java.io.File getCacheDir() { return null; }
    public ContentResolver getContentResolver() { return null; }
}
