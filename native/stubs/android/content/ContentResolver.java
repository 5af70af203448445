package android.content;

import android.database.Cursor;
import android.net.Uri;
import java.io.FileNotFoundException;
import java.io.InputStream;

public class ContentResolver {
    public static final String SCHEME_CONTENT = "content";
    public Cursor query(Uri uri, String[] columns, String where, String[] values, String order) { return null; }
    public InputStream openInputStream(Uri uri) throws FileNotFoundException { return null; }
}
