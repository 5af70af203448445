package de.kontor.app;

import android.content.Intent;
import android.os.Bundle;
import com.getcapacitor.BridgeActivity;
import de.kontor.app.links.KontorLinksPlugin;
import de.kontor.app.lock.KontorLockPlugin;
import de.kontor.app.push.KontorPushPlugin;
import de.kontor.app.share.SharedFiles;

public class MainActivity extends BridgeActivity {

    /** What was made safe already: the bridge hands the first intent in a second time. */
    private Intent taken;

    @Override
    protected void onCreate(Bundle savedInstanceState) {
        registerPlugin(KontorPushPlugin.class);
        registerPlugin(KontorLockPlugin.class);
        registerPlugin(KontorLinksPlugin.class);
        // A window that is made anew has the intent of the first one, whose files were handed over then.
        taken = savedInstanceState == null ? SharedFiles.taken(this, getIntent()) : new Intent(Intent.ACTION_MAIN);
        setIntent(taken);
        super.onCreate(savedInstanceState);
    }

    @Override
    protected void onNewIntent(Intent intent) {
        if (intent != taken) taken = SharedFiles.taken(this, intent);
        super.onNewIntent(taken);
    }
}
