package com.getcapacitor;

public class JSArray { public JSArray put(Object value) { return this; } }
