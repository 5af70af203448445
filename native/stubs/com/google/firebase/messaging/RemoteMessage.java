package com.google.firebase.messaging;

import java.util.Map;

public class RemoteMessage { public Map<String, String> getData() { return null; } }
