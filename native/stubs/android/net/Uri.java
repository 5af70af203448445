package android.net;

public class Uri implements android.os.Parcelable {
    private final java.net.URI uri;
    private Uri(java.net.URI uri) { this.uri = uri; }
    public static Uri parse(String text) { return new Uri(java.net.URI.create(text)); }
    public static Uri fromFile(java.io.File file) { return new Uri(file.toURI()); }
    public String getScheme() { return uri.getScheme(); }
    public String getAuthority() { return uri.getAuthority(); }
    public String getPath() { return uri.getPath(); }
    @Override
    public String toString() { return uri.toString(); }
}
