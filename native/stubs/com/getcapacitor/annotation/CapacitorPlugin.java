package com.getcapacitor.annotation;

public @interface CapacitorPlugin { String name(); }
