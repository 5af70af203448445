package de.kontor.app.push;

import android.content.Intent;
import com.getcapacitor.JSArray;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;
import com.google.firebase.FirebaseApp;
import de.kontor.app.lock.KontorLockPlugin;
import java.security.GeneralSecurityException;
import java.util.Map;

/** What pages ask of pushes: keys for the server, and UnifiedPush. See docs/native.md for its methods and events. */
@CapacitorPlugin(name = "KontorPush")
public class KontorPushPlugin extends Plugin {

    static final String OPENED_ACCOUNT = "kontor.push.account";
    static final String OPENED_MESSAGE = "kontor.push.message";

    private static volatile KontorPushPlugin running;
    private volatile boolean isInFront;

    @Override
    public void load() {
        running = this;
    }

    @Override
    protected void handleOnResume() {
        isInFront = true;
    }

    @Override
    protected void handleOnPause() {
        isInFront = false;
    }

    @Override
    protected void handleOnDestroy() {
        if (running == this) running = null;
    }

    /** A notice was tapped; kept until a page listens, as the app may just have been started by it. */
    @Override
    protected void handleOnNewIntent(Intent intent) {
        String account = intent.getStringExtra(OPENED_ACCOUNT);
        String message = intent.getStringExtra(OPENED_MESSAGE);
        if (account == null || message == null) return;
        intent.removeExtra(OPENED_ACCOUNT);
        notifyListeners("opened", new JSObject().put("account", account).put("message", message), true);
    }

    @PluginMethod
    public void keys(PluginCall call) {
        String account = accountOf(call);
        if (account == null) return;
        try {
            String[] keys = new PushKeys(getContext()).of(account);
            call.resolve(new JSObject().put("p256dh", keys[0]).put("auth", keys[1]));
        } catch (GeneralSecurityException problem) {
            call.reject("The phone made no key", "NO_KEY", problem);
        }
    }

    @PluginMethod
    public void forget(PluginCall call) {
        String account = accountOf(call);
        if (account == null) return;
        new Distributors(getContext()).unregister(account);
        new PushKeys(getContext()).forget(account);
        new Alarms(getContext()).forget(account);
        call.resolve();
    }

    /** What can bring pushes here. Google's service can where the app was built for it: to ask it for a token without that ends the app. */
    @PluginMethod
    public void distributors(PluginCall call) {
        JSArray list = new JSArray();
        for (Map.Entry<String, String> found : new Distributors(getContext()).installed().entrySet())
            list.put(new JSObject().put("id", found.getKey()).put("name", found.getValue()));
        call.resolve(new JSObject().put("distributors", list).put("google", !FirebaseApp.getApps(getContext()).isEmpty()));
    }

    /** What is known of an account's registration: a distributor may have given a new address while no page ran. */
    @PluginMethod
    public void registration(PluginCall call) {
        String account = accountOf(call);
        if (account == null) return;
        Distributors distributors = new Distributors(getContext());
        JSObject result = new JSObject();
        String endpoint = distributors.endpointOf(account);
        String distributor = distributors.chosenFor(account);
        if (endpoint != null) result.put("endpoint", endpoint);
        if (distributor != null) result.put("distributor", distributor);
        call.resolve(result);
    }

    @PluginMethod
    public void register(PluginCall call) {
        String account = accountOf(call);
        String distributor = call.getString("distributor");
        if (account == null) return;
        Distributors distributors = new Distributors(getContext());
        if (distributor == null || !distributors.installed().containsKey(distributor)) {
            call.reject("There is no such distributor on this phone", "NO_DISTRIBUTOR");
            return;
        }
        distributors.register(account, distributor, call.getString("vapid"));
        call.resolve();
    }

    @PluginMethod
    public void unregister(PluginCall call) {
        String account = accountOf(call);
        if (account == null) return;
        new Distributors(getContext()).unregister(account);
        call.resolve();
    }

    /** What the page has the system ring by itself. */
    @PluginMethod
    public void planAlarms(PluginCall call) {
        String planned = call.getString("planned");
        new Alarms(getContext()).plan(planned == null ? "" : planned);
        call.resolve();
    }

    /** What pushes have told of: the page does not ring it again. */
    @PluginMethod
    public void toldAlarms(PluginCall call) {
        call.resolve(new JSObject().put("told", new Alarms(getContext()).told(System.currentTimeMillis() / 1000)));
    }

    private static String accountOf(PluginCall call) {
        String account = call.getString("account");
        if (account == null || account.isEmpty()) call.reject("Name an account", "NO_ACCOUNT");
        return account == null || account.isEmpty() ? null : account;
    }

    /** Hands a push to the page, and returns whether somebody looks at it. */
    static boolean hand(String account, String message) {
        KontorPushPlugin plugin = running;
        if (plugin == null) return false;
        plugin.notifyListeners("pushed", new JSObject().put("account", account).put("message", message));
        return plugin.isInFront && !KontorLockPlugin.isLocked();
    }

    static void tellEndpoint(String account, String endpoint) {
        KontorPushPlugin plugin = running;
        if (plugin != null) plugin.notifyListeners("endpoint", new JSObject().put("account", account).put("endpoint", endpoint), true);
    }

    static void tellFailure(String account, String reason) {
        KontorPushPlugin plugin = running;
        if (plugin != null) plugin.notifyListeners("failed", new JSObject().put("account", account).put("reason", reason), true);
    }
}
