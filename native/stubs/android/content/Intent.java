package android.content;

import android.os.Parcelable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;

public class Intent implements Parcelable {
    public static final int FLAG_INCLUDE_STOPPED_PACKAGES = 32, FLAG_ACTIVITY_NEW_TASK = 268435456;
    public static Intent makeMainSelectorActivity(String action, String category) { return new Intent(action).setType(category); }
    public Intent setData(android.net.Uri data) { extras.put("data", data); return this; }
    public static final String CATEGORY_APP_BROWSER = "BROWSER", ACTION_MAIN = "MAIN", ACTION_SEND = "SEND", ACTION_SEND_MULTIPLE = "SEND_MULTIPLE";
    public static final String EXTRA_STREAM = "STREAM", EXTRA_SUBJECT = "SUBJECT", EXTRA_TITLE = "TITLE", EXTRA_TEXT = "TEXT";
    public final Map<String, Object> extras = new HashMap<>();
    public String action;
    public String type;
    public String to;
    public Intent() {}
    public Intent(String action) { this.action = action; }
    public String getAction() { return action; }
    public String getType() { return type; }
    public ComponentName getComponent() { return null; }
    public Intent setComponent(ComponentName name) { return this; }
    public Intent setType(String type) { this.type = type; return this; }
    public Intent setPackage(String name) { this.to = name; return this; }
    public Intent addFlags(int flags) { return this; }
    public Intent putExtra(String name, String value) { extras.put(name, value); return this; }
    public Intent putExtra(String name, CharSequence value) { extras.put(name, value); return this; }
    public CharSequence getCharSequenceExtra(String name) { return extras.get(name) instanceof CharSequence ? (CharSequence) extras.get(name) : null; }
    public Intent putExtra(String name, byte[] value) { extras.put(name, value); return this; }
    public Intent putExtra(String name, Parcelable value) { extras.put(name, value); return this; }
    public Intent putParcelableArrayListExtra(String name, ArrayList<? extends Parcelable> value) { extras.put(name, value); return this; }
    public String getStringExtra(String name) { return extras.get(name) instanceof String ? (String) extras.get(name) : null; }
    public byte[] getByteArrayExtra(String name) { return extras.get(name) instanceof byte[] ? (byte[]) extras.get(name) : null; }
    @SuppressWarnings("unchecked")
    public <T extends Parcelable> T getParcelableExtra(String name) { return (T) extras.get(name); }
    @SuppressWarnings("unchecked")
    public <T extends Parcelable> ArrayList<T> getParcelableArrayListExtra(String name) { return (ArrayList<T>) extras.get(name); }
    public void removeExtra(String name) { extras.remove(name); }
}
