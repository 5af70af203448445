package android.net;

public class Uri implements android.os.Parcelable {
    public static Uri fromFile(java.io.File file) { return null; }
    public String getScheme() { return null; }
    public String getAuthority() { return null; }
}
