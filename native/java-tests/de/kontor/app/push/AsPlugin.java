package de.kontor.app.push;

import android.content.Context;
import android.content.Intent;
import com.getcapacitor.JSObject;
import com.getcapacitor.PluginCall;

/** Does with the plugin what Capacitor does. */
public class AsPlugin {

    public static void front(KontorPushPlugin plugin, boolean isInFront) {
        if (isInFront) plugin.handleOnResume();
        else plugin.handleOnPause();
    }

    public static void tapped(KontorPushPlugin plugin, Intent intent) {
        plugin.handleOnNewIntent(intent);
    }

    /** Registers at a distributor that is not looked for: which apps are installed only Android knows. */
    public static void register(Context context, String account, String distributor) {
        new Distributors(context).register(account, distributor, null);
    }

    /** Returns what a call gives, or the code by which it is refused. */
    public static String call(KontorPushPlugin plugin, String method, String account, String distributor) {
        String[] said = { "" };
        PluginCall call = new PluginCall() {
            @Override
            public String getString(String name) { return name.equals("account") || name.equals("planned") ? account : name.equals("distributor") ? distributor : null; }
            @Override
            public void resolve(JSObject data) { said[0] = data.fields.toString(); }
            @Override
            public void reject(String message, String code) { said[0] = code; }
            @Override
            public void reject(String message, String code, Exception problem) { said[0] = code + problem; }
        };
        if (method.equals("keys")) plugin.keys(call);
        if (method.equals("forget")) plugin.forget(call);
        if (method.equals("unregister")) plugin.unregister(call);
        if (method.equals("register")) plugin.register(call);
        if (method.equals("distributors")) plugin.distributors(call);
        if (method.equals("planAlarms")) plugin.planAlarms(call);
        if (method.equals("toldAlarms")) plugin.toldAlarms(call);
        if (method.equals("registration")) plugin.registration(call);
        return said[0];
    }
}
