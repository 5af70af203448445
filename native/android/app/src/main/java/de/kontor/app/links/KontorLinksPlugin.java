package de.kontor.app.links;

import android.content.ActivityNotFoundException;
import android.content.Intent;
import android.net.Uri;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/** Leads out of the app, also to a host whose links the app itself opens. See docs/native.md for its methods. */
@CapacitorPlugin(name = "KontorLinks")
public class KontorLinksPlugin extends Plugin {

    /** Shows a page in the phone's browser: named as such, since the address alone may lead into the app again. */
    @PluginMethod
    public void browse(PluginCall call) {
        String url = call.getString("url");
        if (url == null || !(url.startsWith("https://") || url.startsWith("http://"))) {
            call.reject("That is no page", "NO_PAGE");
            return;
        }
        Intent browser = Intent.makeMainSelectorActivity(Intent.ACTION_MAIN, Intent.CATEGORY_APP_BROWSER);
        browser.setData(Uri.parse(url));
        browser.addFlags(Intent.FLAG_ACTIVITY_NEW_TASK);
        try {
            getContext().startActivity(browser);
            call.resolve();
        } catch (ActivityNotFoundException none) {
            call.reject("There is no browser on this phone", "NO_BROWSER");
        }
    }
}
