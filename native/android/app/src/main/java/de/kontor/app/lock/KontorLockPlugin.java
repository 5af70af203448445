package de.kontor.app.lock;

import android.app.Activity;
import android.app.KeyguardManager;
import android.content.Context;
import android.content.Intent;
import android.os.Build;
import android.view.WindowManager;
import androidx.activity.result.ActivityResult;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.ActivityCallback;
import com.getcapacitor.annotation.CapacitorPlugin;

/**
 * Asks the person to prove by the phone that it is theirs: by finger, face, pattern or number, as they unlock it. The system asks, so that this needs
 * no permission, and looks the same on every Android. See docs/native.md for its methods.
 */
@CapacitorPlugin(name = "KontorLock")
public class KontorLockPlugin extends Plugin {

    private static volatile boolean isLocked;

    /** Whether the page shows nothing of what is in it. */
    public static boolean isLocked() {
        return isLocked;
    }

    /** `isReady`: whether the phone has a screen lock, without which nobody can prove anything. */
    @PluginMethod
    public void state(PluginCall call) {
        call.resolve(new JSObject().put("isReady", keyguard().isDeviceSecure()));
    }

    @PluginMethod
    @SuppressWarnings("deprecation")
    public void ask(PluginCall call) {
        Intent question = keyguard().createConfirmDeviceCredentialIntent(call.getString("title"), call.getString("reason"));
        // There is no question where there is no screen lock.
        if (question == null) call.resolve(new JSObject().put("answer", "none"));
        else startActivityForResult(call, question, "answered");
    }

    @ActivityCallback
    private void answered(PluginCall call, ActivityResult result) {
        if (call != null) call.resolve(new JSObject().put("answer", result.getResultCode() == Activity.RESULT_OK ? "open" : "refused"));
    }

    /** Keeps what the app shows out of the list of open apps; before Android 13 out of pictures of the screen, too. */
    @PluginMethod
    public void hide(PluginCall call) {
        boolean isHidden = Boolean.TRUE.equals(call.getBoolean("isHidden", false));
        Activity activity = getActivity();
        activity.runOnUiThread(() -> {
            if (Build.VERSION.SDK_INT >= Build.VERSION_CODES.TIRAMISU) activity.setRecentsScreenshotEnabled(!isHidden);
            else if (isHidden) activity.getWindow().addFlags(WindowManager.LayoutParams.FLAG_SECURE);
            else activity.getWindow().clearFlags(WindowManager.LayoutParams.FLAG_SECURE);
            call.resolve();
        });
    }

    /** Pushes are shown by the phone while the page is locked, though it is in front. */
    @PluginMethod
    public void setLocked(PluginCall call) {
        isLocked = Boolean.TRUE.equals(call.getBoolean("isLocked", false));
        call.resolve();
    }

    private KeyguardManager keyguard() {
        return (KeyguardManager) getContext().getSystemService(Context.KEYGUARD_SERVICE);
    }
}
