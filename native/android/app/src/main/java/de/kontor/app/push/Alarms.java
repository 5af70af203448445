package de.kontor.app.push;

import android.app.AlarmManager;
import android.app.NotificationManager;
import android.app.PendingIntent;
import android.content.ComponentName;
import android.content.Context;
import android.content.Intent;
import android.content.SharedPreferences;
import android.os.Build;
import android.service.notification.StatusBarNotification;
import java.util.Map;

/**
 * Reminders that the phone rings by itself, and those that pushes have told of. The plugin for local notices (8.3.1) hands them to the system: it has no
 * way in for other code, so its record, its timer and its notices are known here by their names, which `native:check` holds against its source.
 */
final class Alarms {

    private static final String TIMER = "com.capacitorjs.plugins.localnotifications.TimedNotificationPublisher";
    private static final String RECORDS = "NOTIFICATION_STORE";
    /** A push about a moment comes within so many seconds of it, or not at all. */
    private static final long KEPT_S = 3 * 86_400;

    private final Context context;
    private final NotificationManager notices;
    /** By account and name: number and moment, with a blank between. */
    private final SharedPreferences planned;
    /** By account, name and moment, as in `account type:id@at`: what was shown. */
    private final SharedPreferences told;
    /** By account and name: the moment of the last push that was shown. */
    private final SharedPreferences last;

    Alarms(Context context) {
        this.context = context;
        notices = (NotificationManager) context.getSystemService(Context.NOTIFICATION_SERVICE);
        planned = context.getSharedPreferences("kontor.push.planned", Context.MODE_PRIVATE);
        told = context.getSharedPreferences("kontor.push.told", Context.MODE_PRIVATE);
        last = context.getSharedPreferences("kontor.push.last", Context.MODE_PRIVATE);
    }

    /**
     * Keeps what the page has handed to the system, in the place of all before: `account`, `type:id`, number and moment of each, a line each. What a
     * silence has called off the page may not know yet: nobody has put that away.
     */
    void plan(String text) {
        Map<String, ?> before = planned.getAll();
        SharedPreferences.Editor edit = planned.edit();
        for (String name : before.keySet()) edit.remove(name);
        for (String line : text.split("\n")) {
            String[] parts = line.split("\t");
            if (parts.length != 4) continue;
            String name = parts[0] + ' ' + parts[1];
            String entry = parts[2] + ' ' + parts[3];
            if (entry.equals(before.get(name)) || stateOf(Integer.parseInt(parts[2])) != AlarmPlan.Own.PUT_AWAY) edit.putString(name, entry);
        }
        // Written before this returns: what is not planned any more must not hold a push back, whoever ends the app now.
        edit.commit();
    }

    /** Returns what pushes have told of: account, name and moment, a line each. What is old is forgotten. */
    String told(long nowSeconds) {
        StringBuilder lines = new StringBuilder();
        SharedPreferences.Editor edit = told.edit();
        for (String name : told.getAll().keySet()) {
            int blank = name.lastIndexOf(' ');
            int sign = name.lastIndexOf('@');
            String at = name.substring(sign + 1);
            if (Long.parseLong(at) < nowSeconds - KEPT_S) edit.remove(name);
            else lines.append(name, 0, blank).append('\t').append(name, blank + 1, sign).append('\t').append(at).append('\n');
        }
        edit.apply();
        return lines.toString();
    }

    void forget(String account) {
        for (SharedPreferences kept : new SharedPreferences[] { planned, told, last }) {
            SharedPreferences.Editor edit = kept.edit();
            for (String name : kept.getAll().keySet()) if (name.startsWith(account + ' ')) edit.remove(name);
            edit.apply();
        }
    }

    /** Takes in that a push tells of reminders; rings what the phone has of them. Returns whether the push is to be shown. */
    boolean arrive(String account, String text) {
        boolean isShown = false;
        for (AlarmPlan.Named one : AlarmPlan.read(text)) {
            String name = account + ' ' + one.name;
            Entry own = entryOf(name);
            AlarmPlan.Own state = own == null ? AlarmPlan.Own.NONE : stateOf(own.id);
            AlarmPlan.Does does = AlarmPlan.of(one.at, told.contains(name + '@' + one.at), state, own == null ? 0 : own.at);
            if (does == AlarmPlan.Does.REPLACE) end(name, own);
            boolean isNews = does == AlarmPlan.Does.SHOW || does == AlarmPlan.Does.REPLACE || (does == AlarmPlan.Does.RING && !ring(own.id));
            if (isNews) last.edit().putString(name, String.valueOf(one.at)).apply();
            isShown |= isNews;
            tell(name, one.at);
        }
        return isShown || AlarmPlan.read(text).isEmpty();
    }

    /** Takes in that reminders are over. Returns whether the notice of a push about them is to go: not if a later push has taken its place. */
    boolean silence(String account, String text) {
        boolean isOver = true;
        for (AlarmPlan.Named one : AlarmPlan.read(text)) {
            String name = account + ' ' + one.name;
            Entry own = entryOf(name);
            if (own != null && AlarmPlan.isOver(one.at, own.at)) {
                end(name, own);
                planned.edit().remove(name).apply();
            }
            if (Long.parseLong(last.getString(name, "0")) > one.at) isOver = false;
        }
        return isOver;
    }

    private static final class Entry {

        final int id;
        final long at;

        Entry(int id, long at) {
            this.id = id;
            this.at = at;
        }
    }

    private Entry entryOf(String name) {
        String[] parts = planned.getString(name, "").split(" ");
        return parts.length == 2 ? new Entry(Integer.parseInt(parts[0]), Long.parseLong(parts[1])) : null;
    }

    private void tell(String name, long at) {
        told.edit().putString(name + '@' + at, "").apply();
    }

    private SharedPreferences records() {
        return context.getSharedPreferences(RECORDS, Context.MODE_PRIVATE);
    }

    /** The plugin keeps what a notice says until somebody presses it or puts it away. */
    private AlarmPlan.Own stateOf(int id) {
        for (StatusBarNotification one : notices.getActiveNotifications())
            if (one.getId() == id && one.getTag() == null) return AlarmPlan.Own.SHOWN;
        return records().contains(String.valueOf(id)) ? AlarmPlan.Own.WAITS : AlarmPlan.Own.PUT_AWAY;
    }

    private PendingIntent timerOf(int id) {
        Intent intent = new Intent().setComponent(new ComponentName(context.getPackageName(), TIMER));
        int flags = PendingIntent.FLAG_NO_CREATE;
        if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.S) flags |= PendingIntent.FLAG_MUTABLE;
        return PendingIntent.getBroadcast(context, id, intent, flags);
    }

    /** Has the plugin show its notice now. Returns false if there is none to show any more, as after the phone was started anew. */
    private boolean ring(int id) {
        PendingIntent timer = timerOf(id);
        if (timer == null) {
            // It would come back with the next start of the phone.
            records().edit().remove(String.valueOf(id)).apply();
            return false;
        }
        ((AlarmManager) context.getSystemService(Context.ALARM_SERVICE)).cancel(timer);
        try {
            timer.send();
            return true;
        } catch (PendingIntent.CanceledException gone) {
            return false;
        }
    }

    /** The notice goes, and its timer. What has rung does not ring again, though the push about it comes only now. */
    private void end(String name, Entry own) {
        int id = own.id;
        if (stateOf(id) != AlarmPlan.Own.WAITS) tell(name, own.at);
        PendingIntent timer = timerOf(id);
        if (timer != null) {
            ((AlarmManager) context.getSystemService(Context.ALARM_SERVICE)).cancel(timer);
            timer.cancel();
        }
        records().edit().remove(String.valueOf(id)).apply();
        notices.cancel(id);
    }
}
