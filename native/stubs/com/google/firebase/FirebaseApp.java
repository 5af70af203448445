package com.google.firebase;

import android.content.Context;
import java.util.ArrayList;
import java.util.List;

public class FirebaseApp {
    /** What the build has set up; for the tests. */
    public static final List<FirebaseApp> apps = new ArrayList<>();
    public static List<FirebaseApp> getApps(Context context) { return apps; }
}
