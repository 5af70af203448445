package de.kontor.app.push;

import android.app.Notification;
import android.app.NotificationChannel;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.content.Context;
import android.content.Intent;
import android.os.Build;
import androidx.core.app.NotificationCompat;
import de.kontor.app.R;
import org.json.JSONException;
import org.json.JSONObject;

/** What happens when a push comes, whichever service has brought it. */
final class Arrival {

    /** Notices differ by their names; the number is the same for all. */
    private static final int ID = 1;

    private Arrival() {}

    /** Opens a push and hands it to the page that is in front, or else shows a notice without a word of what it is about. */
    static void take(Context context, byte[] sealed) {
        PushKeys.Opened opened = new PushKeys(context).open(sealed);
        if (opened == null) return;
        try {
            JSONObject message = new JSONObject(opened.text);
            int count = message.isNull("badge") ? -1 : message.optInt("badge", -1);
            PushPlan plan = PushPlan.of(opened.account, message.optString("kind"), message.optString("tag"), count);
            NotificationManager notices = (NotificationManager) context.getSystemService(Context.NOTIFICATION_SERVICE);
            Alarms alarms = new Alarms(context);
            String named = message.optString("alarms");
            if (plan.does == PushPlan.Does.REMOVE && alarms.silence(opened.account, named)) notices.cancel(plan.name, ID);
            boolean isInFront = KontorPushPlugin.hand(opened.account, opened.text);
            // In front the page shows it, and says when it has.
            if (plan.does != PushPlan.Does.SHOW || isInFront) return;
            boolean isShown = !message.optString("kind").equals("alarm") || alarms.arrive(opened.account, named);
            if (isShown) notices.notify(plan.name, ID, notice(context, notices, plan, opened));
        } catch (JSONException ignored) {
            // Sealed with our key, and still no message: there is nothing to show.
        }
    }

    private static Notification notice(Context context, NotificationManager notices, PushPlan plan, PushKeys.Opened opened) {
        boolean isUrgent = !plan.channel.equals("news");
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.O) {
            int importance = isUrgent ? NotificationManager.IMPORTANCE_HIGH : NotificationManager.IMPORTANCE_DEFAULT;
            notices.createNotificationChannel(new NotificationChannel(plan.channel, context.getString(channelName(plan.channel)), importance));
        }
        // The name of the launcher's entry changes with the icon, hence the launch intent.
        Intent open = context.getPackageManager().getLaunchIntentForPackage(context.getPackageName());
        open.putExtra(KontorPushPlugin.OPENED_ACCOUNT, opened.account).putExtra(KontorPushPlugin.OPENED_MESSAGE, opened.text);
        PendingIntent tap = PendingIntent.getActivity(
            context,
            plan.name.hashCode(),
            open,
            PendingIntent.FLAG_UPDATE_CURRENT | PendingIntent.FLAG_IMMUTABLE
        );
        String body = plan.badge > 0
            ? context.getResources().getQuantityString(R.plurals.push_unfinished, plan.badge, plan.badge)
            : context.getString(R.string.push_open_to_see);
        NotificationCompat.Builder builder = new NotificationCompat.Builder(context, plan.channel)
            .setSmallIcon(R.drawable.ic_stat_kontor)
            .setContentTitle(context.getString(title(plan.title)))
            .setContentText(body)
            .setContentIntent(tap)
            .setAutoCancel(true)
            .setPriority(isUrgent ? NotificationCompat.PRIORITY_HIGH : NotificationCompat.PRIORITY_DEFAULT)
            .setVisibility(NotificationCompat.VISIBILITY_PUBLIC);
        if (plan.badge >= 0) builder.setNumber(plan.badge);
        if (plan.gone > 0) builder.setTimeoutAfter(plan.gone);
        return builder.build();
    }

    private static int channelName(String channel) {
        switch (channel) {
            case "calls":
                return R.string.push_channel_calls;
            case "alarms":
                return R.string.push_channel_alarms;
            default:
                return R.string.push_channel_news;
        }
    }

    private static int title(String title) {
        switch (title) {
            case "push_alarm":
                return R.string.push_alarm;
            case "push_call":
                return R.string.push_call;
            case "push_person":
                return R.string.push_person;
            case "push_test":
                return R.string.push_test;
            default:
                return R.string.push_news;
        }
    }
}
