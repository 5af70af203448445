import android.app.Notification;
import android.app.AlarmManager;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.content.ContentResolver;
import android.content.Context;
import android.content.Intent;
import android.content.SharedPreferences;
import android.content.pm.PackageManager;
import android.content.res.Resources;
import android.database.Cursor;
import android.net.Uri;
import android.service.notification.StatusBarNotification;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileNotFoundException;
import java.io.InputStream;
import java.security.Key;
import java.security.KeyStoreSpi;
import java.security.Provider;
import java.security.SecureRandom;
import java.security.Security;
import java.security.cert.Certificate;
import java.security.spec.AlgorithmParameterSpec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.KeyGeneratorSpi;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;

/** A phone that keeps what it is told: preferences, broadcasts, notices, and a key store of one key. */
class Phone extends Context {

    final Map<String, Map<String, String>> preferences = new HashMap<>();
    final List<Intent> sent = new ArrayList<>();
    final Map<String, Notification> notices = new TreeMap<>();
    static SecretKey wrapping;

    Phone() {
        wrapping = null;
        PendingIntent.timers.clear();
        Security.removeProvider("AndroidKeyStore");
        Security.addProvider(new Store());
    }

    @Override
    public SharedPreferences getSharedPreferences(String name, int mode) {
        Map<String, String> kept = preferences.computeIfAbsent(name, any -> new HashMap<>());
        return new SharedPreferences() {
            public boolean contains(String key) { return kept.containsKey(key); }
            public String getString(String key, String other) { return kept.getOrDefault(key, other); }
            public Map<String, ?> getAll() { return new HashMap<>(kept); }
            public Editor edit() {
                return new Editor() {
                    public Editor putString(String key, String value) { kept.put(key, value); return this; }
                    public Editor remove(String key) { kept.remove(key); return this; }
                    public void apply() {}
                    public boolean commit() { return true; }
                };
            }
        };
    }

    /** What the plugin for local notices shows, by number. */
    final Map<Integer, String> rung = new TreeMap<>();

    /** Does as that plugin does when it is handed a notice: `text` stands for what it says. */
    void schedule(int id, String text) {
        records().put(String.valueOf(id), text);
        PendingIntent.timers.put(id, () -> rung.put(id, text));
    }

    /** The person puts a notice of it away, or its time comes. */
    void putAway(int id) {
        rung.remove(id);
        records().remove(String.valueOf(id));
    }
    void pass(int id) {
        Runnable timer = PendingIntent.timers.remove(id);
        if (timer != null) timer.run();
    }

    /** The phone was started anew: it shows nothing, and has no timer. */
    void lose(int id) {
        rung.remove(id);
        PendingIntent.timers.remove(id);
    }

    private Map<String, String> records() {
        return preferences.computeIfAbsent("NOTIFICATION_STORE", any -> new HashMap<>());
    }

    @Override
    public Object getSystemService(String name) {
        if (name.equals(ALARM_SERVICE)) return new AlarmManager();
        return new NotificationManager() {
            @Override
            public void cancel(int id) { rung.remove(id); }
            @Override
            public StatusBarNotification[] getActiveNotifications() {
                List<StatusBarNotification> all = new ArrayList<>();
                for (int id : rung.keySet()) all.add(new StatusBarNotification(null, id));
                for (String tag : notices.keySet()) all.add(new StatusBarNotification(tag, 1));
                return all.toArray(new StatusBarNotification[0]);
            }
            @Override
            public void cancel(String tag, int id) { notices.remove(tag); }
            @Override
            public void notify(String tag, int id, Notification notification) { notices.put(tag, notification); }
        };
    }

    @Override
    public PackageManager getPackageManager() {
        return new PackageManager() {
            @Override
            public Intent getLaunchIntentForPackage(String name) { return new Intent(Intent.ACTION_MAIN); }
        };
    }

    @Override
    public Resources getResources() {
        return new Resources() {
            @Override
            public String getQuantityString(int id, int quantity, Object... values) { return "unfinished " + quantity; }
        };
    }

    /** What other apps share, by its address: a name and bytes; no bytes cannot be read. */
    final Map<String, String> names = new HashMap<>();
    final Map<String, byte[]> contents = new HashMap<>();
    File cache;

    @Override
    public File getCacheDir() { return cache; }

    @Override
    public ContentResolver getContentResolver() {
        return new ContentResolver() {
            @Override
            public Cursor query(Uri uri, String[] columns, String where, String[] values, String order) {
                return new Cursor() {
                    public boolean moveToFirst() { return names.containsKey(uri.toString()); }
                    public String getString(int column) { return names.get(uri.toString()); }
                    public void close() {}
                };
            }
            @Override
            public InputStream openInputStream(Uri uri) throws FileNotFoundException {
                byte[] bytes = contents.get(uri.toString());
                if (bytes == null) throw new FileNotFoundException();
                return new ByteArrayInputStream(bytes);
            }
        };
    }

    @Override
    public String getPackageName() { return "de.kontor.app"; }

    /** Texts are their names, which the class of resources that the test has made knows. */
    @Override
    public String getString(int id) {
        try {
            for (java.lang.reflect.Field field : de.kontor.app.R.string.class.getFields()) if (field.getInt(null) == id) return field.getName();
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
        return "";
    }

    @Override
    public void sendBroadcast(Intent intent) { sent.add(intent); }

    private static class Store extends Provider {
        Store() {
            super("AndroidKeyStore", "1", "a key store of one key");
            put("KeyStore.AndroidKeyStore", Keys.class.getName());
            put("KeyGenerator.AES", Maker.class.getName());
        }
    }

    public static class Maker extends KeyGeneratorSpi {
        protected void engineInit(SecureRandom random) {}
        protected void engineInit(AlgorithmParameterSpec spec, SecureRandom random) {}
        protected void engineInit(int size, SecureRandom random) {}
        protected SecretKey engineGenerateKey() {
            byte[] bytes = new byte[16];
            new SecureRandom().nextBytes(bytes);
            wrapping = new SecretKeySpec(bytes, "AES");
            return wrapping;
        }
    }

    public static class Keys extends KeyStoreSpi {
        public Key engineGetKey(String alias, char[] password) { return wrapping; }
        public Certificate[] engineGetCertificateChain(String alias) { return null; }
        public Certificate engineGetCertificate(String alias) { return null; }
        public Date engineGetCreationDate(String alias) { return null; }
        public void engineSetKeyEntry(String alias, Key key, char[] password, Certificate[] chain) {}
        public void engineSetKeyEntry(String alias, byte[] key, Certificate[] chain) {}
        public void engineSetCertificateEntry(String alias, Certificate cert) {}
        public void engineDeleteEntry(String alias) {}
        public Enumeration<String> engineAliases() { return Collections.emptyEnumeration(); }
        public boolean engineContainsAlias(String alias) { return false; }
        public int engineSize() { return 0; }
        public boolean engineIsKeyEntry(String alias) { return false; }
        public boolean engineIsCertificateEntry(String alias) { return false; }
        public String engineGetCertificateAlias(Certificate cert) { return null; }
        public void engineStore(java.io.OutputStream stream, char[] password) {}
        public void engineLoad(java.io.InputStream stream, char[] password) {}
    }
}
