package com.getcapacitor;

public class PluginCall {
    public String getString(String name) { return null; }
    public Boolean getBoolean(String name, Boolean other) { return other; }
    public void resolve() {}
    public void resolve(JSObject data) {}
    public void reject(String message, String code) {}
    public void reject(String message, String code, Exception problem) {}
}
