package de.kontor.app.push;

import android.app.PendingIntent;
import android.content.Context;
import android.content.Intent;
import android.content.SharedPreferences;
import android.content.pm.PackageManager;
import android.content.pm.ResolveInfo;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;

/** Registrations at UnifiedPush distributors, one an account. A distributor is another app, which keeps a connection for all. */
final class Distributors {

    private static final String TO = "org.unifiedpush.android.distributor.";

    private final Context context;
    private final SharedPreferences kept;

    Distributors(Context context) {
        this.context = context;
        kept = context.getSharedPreferences("kontor.push.unified", Context.MODE_PRIVATE);
    }

    /** Returns the apps that can bring pushes: names by package. */
    Map<String, String> installed() {
        PackageManager packages = context.getPackageManager();
        Map<String, String> found = new LinkedHashMap<>();
        for (ResolveInfo info : packages.queryBroadcastReceivers(new Intent(TO + "REGISTER"), 0)) {
            String name = info.activityInfo.packageName;
            found.put(name, String.valueOf(packages.getApplicationLabel(info.activityInfo.applicationInfo)));
        }
        return found;
    }

    /** Asks a distributor for an address; it answers by a broadcast. What the account had elsewhere is given up. */
    void register(String account, String distributor, String vapid) {
        String before = kept.getString("distributor " + account, null);
        if (before != null && !before.equals(distributor)) unregister(account);
        String token = kept.getString("token " + account, null);
        if (token == null) token = UUID.randomUUID().toString();
        kept.edit().putString("token " + account, token).putString("distributor " + account, distributor).apply();
        Intent intent = to(distributor, "REGISTER", token);
        // By its creator the distributor knows who asks. It may not fill anything in.
        intent.putExtra("pi", PendingIntent.getBroadcast(context, 0, new Intent(), PendingIntent.FLAG_IMMUTABLE));
        intent.putExtra("application", context.getPackageName());
        if (vapid != null) intent.putExtra("vapid", vapid);
        context.sendBroadcast(intent);
    }

    void unregister(String account) {
        String token = kept.getString("token " + account, null);
        String distributor = kept.getString("distributor " + account, null);
        if (token != null && distributor != null) context.sendBroadcast(to(distributor, "UNREGISTER", token));
        forget(account);
    }

    void forget(String account) {
        kept.edit().remove("token " + account).remove("distributor " + account).remove("endpoint " + account).apply();
    }

    /** Says that a message is dealt with, so that it is not brought again. */
    void acknowledge(String account, String message) {
        String distributor = kept.getString("distributor " + account, null);
        String token = kept.getString("token " + account, null);
        if (distributor == null || token == null) return;
        context.sendBroadcast(to(distributor, "MESSAGE_ACK", token).putExtra("id", message));
    }

    void keepEndpoint(String account, String endpoint) {
        kept.edit().putString("endpoint " + account, endpoint).apply();
    }

    /** Returns the address by which the account is reached now; null if there is none yet. */
    String endpointOf(String account) {
        return kept.getString("endpoint " + account, null);
    }

    String chosenFor(String account) {
        return kept.getString("distributor " + account, null);
    }

    /** Returns whose registration a token is; null for what nobody has asked for. Any app may send a broadcast, and this is how it proves itself. */
    String accountOf(String token) {
        if (token == null) return null;
        for (Map.Entry<String, ?> entry : kept.getAll().entrySet())
            if (entry.getKey().startsWith("token ") && token.equals(entry.getValue())) return entry.getKey().substring("token ".length());
        return null;
    }

    private static Intent to(String distributor, String action, String token) {
        return new Intent(TO + action).setPackage(distributor).putExtra("token", token).addFlags(Intent.FLAG_INCLUDE_STOPPED_PACKAGES);
    }
}
