package de.kontor.app.share;

import android.content.ContentResolver;
import android.content.Context;
import android.content.Intent;
import android.database.Cursor;
import android.net.Uri;
import android.os.Parcelable;
import android.provider.OpenableColumns;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Takes what another app shares before the plugin sees it. The plugin writes a file under the name that the other app gives, which may lead
 * anywhere; so files are copied into a folder of ours under safe names, and the plugin gets those.
 */
public final class SharedFiles {

    static final int MAX_FILES = 20;
    /** Most names that are told of what was not taken. */
    static final int MAX_DROPPED = 100;
    static final long MAX_BYTES = 100L * 1024 * 1024;

    private SharedFiles() {}

    /** Returns an intent that is safe to read: the same one, unless something is shared. */
    public static Intent taken(Context context, Intent intent) {
        if (intent == null) return null;
        String action = intent.getAction();
        boolean isOne = Intent.ACTION_SEND.equals(action);
        if (!isOne && !Intent.ACTION_SEND_MULTIPLE.equals(action)) return intent;
        ArrayList<Parcelable> copies = new ArrayList<>();
        File folder = new File(context.getCacheDir(), "shared_in");
        empty(folder);
        empty(new File(context.getCacheDir(), "shared_files"));
        Set<String> names = new HashSet<>();
        // Files that are not there, by whose names the page says what was not taken.
        ArrayList<Parcelable> dropped = new ArrayList<>();
        long room = MAX_BYTES;
        for (Uri uri : streamsOf(intent, isOne)) {
            if (dropped.size() == MAX_DROPPED) break;
            if (!isForeign(context, uri)) continue;
            File copy = new File(folder, SafeName.of(nameOf(context, uri), names));
            long copied = copies.size() == MAX_FILES ? -1 : copy(context, uri, copy, room);
            (copied < 0 ? dropped : copies).add(Uri.fromFile(copy));
            room -= Math.max(0, copied);
        }
        copies.addAll(dropped);
        Intent safe = new Intent(copies.size() > 1 ? Intent.ACTION_SEND_MULTIPLE : Intent.ACTION_SEND);
        safe.setComponent(intent.getComponent());
        safe.setType(intent.getType());
        for (String name : new String[] { Intent.EXTRA_SUBJECT, Intent.EXTRA_TITLE, Intent.EXTRA_TEXT }) {
            // Text with styles is no String.
            CharSequence text = intent.getCharSequenceExtra(name);
            if (text != null) safe.putExtra(name, text.toString());
        }
        if (copies.size() > 1) safe.putParcelableArrayListExtra(Intent.EXTRA_STREAM, copies);
        else if (copies.size() == 1) safe.putExtra(Intent.EXTRA_STREAM, copies.get(0));
        return safe;
    }

    private static List<Uri> streamsOf(Intent intent, boolean isOne) {
        List<Uri> found = new ArrayList<>();
        if (isOne) {
            Parcelable stream = intent.getParcelableExtra(Intent.EXTRA_STREAM);
            if (stream instanceof Uri) found.add((Uri) stream);
        } else {
            ArrayList<Parcelable> streams = intent.getParcelableArrayListExtra(Intent.EXTRA_STREAM);
            if (streams != null) for (Parcelable stream : streams) if (stream instanceof Uri) found.add((Uri) stream);
        }
        return found;
    }

    /** Only what another app hands out: a path would be read with our rights, and our own provider gives out our own files. */
    private static boolean isForeign(Context context, Uri uri) {
        String authority = uri.getAuthority();
        return ContentResolver.SCHEME_CONTENT.equals(uri.getScheme()) && authority != null && !authority.contains(context.getPackageName());
    }

    private static String nameOf(Context context, Uri uri) {
        try (Cursor cursor = context.getContentResolver().query(uri, new String[] { OpenableColumns.DISPLAY_NAME }, null, null, null)) {
            return cursor != null && cursor.moveToFirst() ? cursor.getString(0) : null;
        } catch (RuntimeException problem) {
            return null;
        }
    }

    /** Returns how many bytes were copied; -1 if the file cannot be read or is larger than `room`, and nothing is left of it then. */
    private static long copy(Context context, Uri uri, File to, long room) {
        long copied = 0;
        try (InputStream in = context.getContentResolver().openInputStream(uri); OutputStream out = new FileOutputStream(to)) {
            byte[] buffer = new byte[65536];
            for (int count = in == null ? -1 : in.read(buffer); count >= 0; count = in.read(buffer)) {
                copied += count;
                if (copied > room) throw new IOException("too large");
                out.write(buffer, 0, count);
            }
            return copied;
        } catch (IOException | RuntimeException problem) {
            to.delete();
            return -1;
        }
    }

    private static void empty(File folder) {
        File[] files = folder.listFiles();
        if (files != null) for (File file : files) file.delete();
        folder.mkdirs();
    }
}
