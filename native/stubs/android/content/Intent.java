package android.content;

import android.os.Parcelable;
import java.util.ArrayList;

public class Intent implements Parcelable {
    public static final int FLAG_INCLUDE_STOPPED_PACKAGES = 32;
    public static final String ACTION_MAIN = "MAIN", ACTION_SEND = "SEND", ACTION_SEND_MULTIPLE = "SEND_MULTIPLE";
    public static final String EXTRA_STREAM = "STREAM", EXTRA_SUBJECT = "SUBJECT", EXTRA_TITLE = "TITLE", EXTRA_TEXT = "TEXT";
    public Intent() {}
    public Intent(String action) {}
    public String getAction() { return null; }
    public String getType() { return null; }
    public ComponentName getComponent() { return null; }
    public Intent setComponent(ComponentName name) { return this; }
    public Intent setType(String type) { return this; }
    public Intent setPackage(String name) { return this; }
    public Intent addFlags(int flags) { return this; }
    public Intent putExtra(String name, String value) { return this; }
    public Intent putExtra(String name, Parcelable value) { return this; }
    public Intent putParcelableArrayListExtra(String name, ArrayList<? extends Parcelable> value) { return this; }
    public String getStringExtra(String name) { return null; }
    public byte[] getByteArrayExtra(String name) { return null; }
    public <T extends Parcelable> T getParcelableExtra(String name) { return null; }
    public <T extends Parcelable> ArrayList<T> getParcelableArrayListExtra(String name) { return null; }
    public void removeExtra(String name) {}
}
