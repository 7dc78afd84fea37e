export * from "@skillplug/core";
