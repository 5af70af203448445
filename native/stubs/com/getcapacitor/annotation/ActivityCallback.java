package com.getcapacitor.annotation;

public @interface ActivityCallback {}
