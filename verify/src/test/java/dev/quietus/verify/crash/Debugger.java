package dev.quietus.verify.crash;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.IllegalConnectorArgumentsException;
import com.sun.jdi.connect.ListeningConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.VMDeathEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.event.VMStartEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Holds another virtual machine of this host at a step, through the Java Debug Interface. The other
 * side runs unchanged until then. Used by one thread.
 */
final class Debugger implements AutoCloseable {
    private static final int ATTACH_MS = 30_000;
    private static final int LOOK_MS = 250;

    private final ListeningConnector connector;
    private final Map<String, Connector.Argument> arguments;
    private final String address;
    private final Step step;
    private final List<BreakpointRequest> armed = new ArrayList<>();
    private int next;
    private int entries;

    private Debugger(
            ListeningConnector connector,
            Map<String, Connector.Argument> arguments,
            String address,
            Step step) {
        this.connector = connector;
        this.arguments = arguments;
        this.address = address;
        this.step = step;
    }

    /** Waits on loopback for a virtual machine that is to be held at this step. */
    static Debugger waitingFor(Step step) throws IOException {
        ListeningConnector found = Bootstrap.virtualMachineManager().listeningConnectors().stream()
                .filter(each -> each.name().equals("com.sun.jdi.SocketListen"))
                .findFirst()
                .orElseThrow(() -> new IOException("this JDK has no debug interface"));
        Map<String, Connector.Argument> arguments = found.defaultArguments();
        argument(arguments, "localAddress", "127.0.0.1");
        argument(arguments, "port", "0");
        argument(arguments, "timeout", Integer.toString(ATTACH_MS));
        try {
            return new Debugger(found, arguments, found.startListening(arguments), step);
        } catch (IllegalConnectorArgumentsException e) {
            throw new IOException("listening for a debugged machine", e);
        }
    }

    private static void argument(
            Map<String, Connector.Argument> arguments, String name, String value) {
        Connector.Argument argument = arguments.get(name);
        if (argument != null) {
            argument.setValue(value);
        }
    }

    /** What makes a Java process come to this debugger before it runs anything. */
    Map<String, String> environment() {
        String port = address.substring(address.lastIndexOf(':') + 1);
        return Map.of(
                "JAVA_TOOL_OPTIONS",
                "-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,address=127.0.0.1:" + port);
    }

    /**
     * Lets the machine run until the step is reached, and holds it there, every thread of it.
     *
     * @return whether it was reached; not if the machine ended or {@code given up} before
     */
    boolean holdAtStep(java.util.function.BooleanSupplier givenUp) throws IOException {
        try {
            VirtualMachine machine = connector.accept(arguments);
            try {
                return run(machine, givenUp);
            } catch (VMDisconnectedException ended) {
                return false;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return false;
            }
        } catch (IllegalConnectorArgumentsException e) {
            throw new IOException("waiting for a debugged machine", e);
        }
    }

    private boolean run(VirtualMachine machine, java.util.function.BooleanSupplier givenUp)
            throws InterruptedException {
        arm(machine, List.of());
        while (!givenUp.getAsBoolean()) {
            EventSet events = machine.eventQueue().remove(LOOK_MS);
            if (events == null) {
                continue;
            }
            for (Event event : events) {
                switch (event) {
                    case VMDeathEvent _, VMDisconnectEvent _ -> {
                        return false;
                    }
                    case ClassPrepareEvent prepared -> {
                        if (prepared.referenceType().name().equals(point().className())) {
                            breakAt(machine, prepared.referenceType(), List.of());
                        }
                    }
                    case BreakpointEvent hit -> {
                        if (reached(machine, hit.thread())) {
                            machine.suspend();
                            return true;
                        }
                    }
                    case VMStartEvent _ -> {}
                    default -> {}
                }
            }
            events.resume();
        }
        machine.dispose();
        return false;
    }

    private Step.Point point() {
        return step.way().get(next);
    }

    /** Counts one entry of the point; true where it was the last of the last. */
    private boolean reached(VirtualMachine machine, ThreadReference thread) {
        entries++;
        if (entries < point().hit()) {
            return false;
        }
        entries = 0;
        next++;
        if (next == step.way().size()) {
            return true;
        }
        machine.eventRequestManager().deleteEventRequests(List.copyOf(armed));
        armed.clear();
        arm(machine, List.of(thread));
        return false;
    }

    private void arm(VirtualMachine machine, List<ThreadReference> only) {
        List<ReferenceType> loaded = machine.classesByName(point().className());
        if (loaded.isEmpty()) {
            ClassPrepareRequest prepare = machine.eventRequestManager().createClassPrepareRequest();
            prepare.addClassFilter(point().className());
            prepare.setSuspendPolicy(EventRequest.SUSPEND_ALL);
            prepare.enable();
        }
        loaded.forEach(type -> breakAt(machine, type, only));
    }

    private void breakAt(VirtualMachine machine, ReferenceType type, List<ThreadReference> only) {
        for (Method method : type.methodsByName(point().method())) {
            Location entry = method.location();
            if (method.isAbstract() || method.isBridge() || entry == null) {
                continue;
            }
            BreakpointRequest request =
                    machine.eventRequestManager().createBreakpointRequest(entry);
            only.forEach(request::addThreadFilter);
            request.setSuspendPolicy(EventRequest.SUSPEND_ALL);
            request.enable();
            armed.add(request);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            connector.stopListening(arguments);
        } catch (IllegalConnectorArgumentsException e) {
            throw new IOException("ending to listen for a debugged machine", e);
        }
    }
}
