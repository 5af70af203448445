package android.app;

public class AlarmManager { public void cancel(PendingIntent intent) {} }
