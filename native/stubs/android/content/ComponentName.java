package android.content;

public class ComponentName {
    public ComponentName() {}
    public ComponentName(String packageName, String className) {}
}
