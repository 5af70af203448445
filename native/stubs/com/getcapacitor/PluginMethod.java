package com.getcapacitor;

public @interface PluginMethod {}
