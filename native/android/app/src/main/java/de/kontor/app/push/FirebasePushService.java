package de.kontor.app.push;

import com.capacitorjs.plugins.pushnotifications.MessagingService;
import com.google.firebase.messaging.RemoteMessage;

/** Pushes of Google's service. The plugin hears of tokens and of what is not sealed; what is sealed is opened here, also while no page runs. */
public class FirebasePushService extends MessagingService {

    @Override
    public void onMessageReceived(RemoteMessage message) {
        byte[] sealed = WebPush.sealedIn(message.getData());
        if (sealed == null) super.onMessageReceived(message);
        else Arrival.take(this, sealed);
    }
}
