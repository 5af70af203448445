package com.getcapacitor;

public class JSObject {
    public JSObject put(String key, String value) { return this; }
    public JSObject put(String key, Object value) { return this; }
}
