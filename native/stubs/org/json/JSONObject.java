package org.json;

public class JSONObject {
    public JSONObject(String text) throws JSONException {}
    public boolean isNull(String name) { return true; }
    public int optInt(String name, int other) { return other; }
    public String optString(String name) { return ""; }
}
