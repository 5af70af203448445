package android.content;

import java.util.Map;

public interface SharedPreferences {
    boolean contains(String key);
    String getString(String key, String other);
    Map<String, ?> getAll();
    Editor edit();

    interface Editor {
        Editor putString(String key, String value);
        Editor remove(String key);
        void apply();
        boolean commit();
    }
}
