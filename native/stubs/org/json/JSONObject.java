package org.json;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a push is: one level of plain texts and whole numbers. */
public class JSONObject {
    private static final Pattern FIELD = Pattern.compile("\"(\\w+)\":(?:\"([^\"]*)\"|(-?\\d+))");
    private final Map<String, String> fields = new HashMap<>();

    public JSONObject(String text) throws JSONException {
        if (!text.startsWith("{")) throw new JSONException();
        Matcher found = FIELD.matcher(text);
        while (found.find()) fields.put(found.group(1), found.group(2) == null ? found.group(3) : found.group(2));
    }

    public boolean isNull(String name) { return !fields.containsKey(name); }
    public int optInt(String name, int other) { return fields.containsKey(name) ? Integer.parseInt(fields.get(name)) : other; }
    public String optString(String name) { return fields.getOrDefault(name, ""); }
}
