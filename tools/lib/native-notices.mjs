// What our code knows of the plugin for local notices by name. Pure, as native-rules.mjs.

/** Where the plugin for local notices has what our code knows of it by name, as it gives no other way in. */
const LOCAL_NOTICES = 'node_modules/@capacitor/local-notifications';
const KNOWN_NAMES = {
  'android/src/main/kotlin/com/capacitorjs/plugins/localnotifications/NotificationStorage.kt': [
    'NOTIFICATION_STORE_ID = "NOTIFICATION_STORE"',
    'editor.putString(id.toString(), request.source)',
  ],
  'android/src/main/kotlin/com/capacitorjs/plugins/localnotifications/LocalNotificationManager.kt': [
    'Intent(context, TimedNotificationPublisher::class.java)',
    'PendingIntent.getBroadcast(context, requestId, notificationIntent, flags)',
    'NotificationManagerCompat.from(context).cancel(notificationId)',
  ],
  'android/src/main/kotlin/com/capacitorjs/plugins/localnotifications/TimedNotificationPublisher.kt': [
    'notificationManager.notify(id, notification)',
  ],
  'ios/Sources/LocalNotificationsPlugin/LocalNotificationsPlugin.swift': [
    'UNNotificationRequest(identifier: "\\(identifier)"',
    'userInfo["cap_extra"] = extra',
  ],
};

/** Reminders are shown once by what the plugin for local notices calls its record, its timer and its requests. */
export function noticeFaults(project) {
  return Object.entries(KNOWN_NAMES).flatMap(([path, texts]) => {
    const text = project.outside(`${LOCAL_NOTICES}/${path}`);
    if (text === undefined) return [];
    return texts
      .filter((known) => !text.includes(known))
      .map((known) => `${LOCAL_NOTICES}/${path} does not have ${known} any more: see Alarms.java and Alarms.swift`);
  });
}
