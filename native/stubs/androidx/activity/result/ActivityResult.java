package androidx.activity.result;

public class ActivityResult {
    private final int code;
    public ActivityResult(int code) { this.code = code; }
    public int getResultCode() { return code; }
}
