package com.getcapacitor;

import java.util.TreeMap;

public class JSObject {
    public final TreeMap<String, Object> fields = new TreeMap<>();
    public JSObject put(String key, String value) { fields.put(key, value); return this; }
    public JSObject put(String key, boolean value) { fields.put(key, value); return this; }
    public JSObject put(String key, Object value) { fields.put(key, value); return this; }
}
