package android.content.res;

public class Resources { public String getQuantityString(int id, int quantity, Object... values) { return null; } }
