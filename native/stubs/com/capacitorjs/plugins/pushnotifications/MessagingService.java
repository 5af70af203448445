package com.capacitorjs.plugins.pushnotifications;

import com.google.firebase.messaging.RemoteMessage;

public class MessagingService extends android.content.Context { public void onMessageReceived(RemoteMessage message) {} }
