package de.kontor.app.push;

import android.content.BroadcastReceiver;
import android.content.Context;
import android.content.Intent;

/** What a distributor says: an address, a message, an end. Broadcasts without the token of a registration are not heard. */
public class UnifiedPushReceiver extends BroadcastReceiver {

    private static final String FROM = "org.unifiedpush.android.connector.";

    @Override
    public void onReceive(Context context, Intent intent) {
        String action = intent.getAction();
        Distributors distributors = new Distributors(context);
        String account = distributors.accountOf(intent.getStringExtra("token"));
        if (account == null || action == null || !action.startsWith(FROM)) return;
        switch (action.substring(FROM.length())) {
            case "NEW_ENDPOINT":
                String endpoint = intent.getStringExtra("endpoint");
                if (endpoint == null || !endpoint.startsWith("https://")) return;
                distributors.keepEndpoint(account, endpoint);
                KontorPushPlugin.tellEndpoint(account, endpoint);
                break;
            case "MESSAGE":
                byte[] sealed = intent.getByteArrayExtra("bytesMessage");
                if (sealed != null && WebPush.isSealed(sealed)) Arrival.take(context, sealed);
                break;
            case "UNREGISTERED":
                distributors.forget(account);
                KontorPushPlugin.tellFailure(account, "UNREGISTERED");
                break;
            case "REGISTRATION_FAILED":
                String reason = intent.getStringExtra("reason");
                KontorPushPlugin.tellFailure(account, reason == null ? "INTERNAL_ERROR" : reason);
                break;
            default:
                KontorPushPlugin.tellFailure(account, "TEMP_UNAVAILABLE");
        }
        String message = intent.getStringExtra("id");
        if (message != null) distributors.acknowledge(account, message);
    }
}
