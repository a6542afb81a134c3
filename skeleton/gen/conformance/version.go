package conformance

import (
	"strings"

	"github.com/a2a-gen/a2a-gen/skeleton/gen/a2a/wire"
	"github.com/a2a-gen/a2a-gen/skeleton/gen/host"
)

// versions is about protocol versions (section 3.6).
func versions() []requirement {
	return []requirement{
		{id: "VX-01", section: "3.6.2", level: must, run: servesVersion},
		{id: "VX-02", section: "3.6.2", level: must, run: refusesVersions},
		{id: "VX-03", section: "3.6.2", level: must, run: noVersionIsOld},
		{id: "VX-04", section: "3.6", level: must, run: patchesDoNotMatter},
		{id: "VX-05", section: "3.6.2", level: may, run: allDeclaredVersions},
		{id: "VX-06", section: "9.2", level: must, run: namesInAnyCase},
		{id: "VX-07", section: "10.2", level: should, on: onGRPC, run: versionInMetadata},
		{id: "VX-08", section: "3.6.1", level: may, on: onHTTP, run: versionInQuery},
	}
}

const versionHeader = "A2A-Version"

func servesVersion(c *check) {
	task := c.taskOf(c.sending(complete), header(versionHeader, "1.0"))
	c.same("the task", c.ok("GetTask", obj{"id": task["id"]}, header(versionHeader, " 1.0 "))["id"], task["id"])
}

// supported lists the versions of the card.
func (c *check) supported() string {
	var all []string
	for _, i := range c.host.Card().GetSupportedInterfaces() {
		if v := i.GetProtocolVersion(); !strings.Contains(","+strings.Join(all, ",")+",", ","+v+",") {
			all = append(all, v)
		}
	}
	return strings.Join(all, ",")
}

func refusesVersions(c *check) {
	task := c.task(complete)
	for _, version := range []string{"99.0", "1.99", "2", "1", "v1.0", "1.0.0.0", "1.x", "01.0", "one"} {
		f := c.refused(versionNotSupported, "GetTask", obj{"id": task["id"]}, header(versionHeader, version))
		c.same("the versions in the error", at(f.detail("ErrorInfo"), "metadata.supportedVersions"), c.supported())
	}
	for _, op := range []string{"SendMessage", "ListTasks", "CancelTask", "SubscribeToTask", "GetExtendedAgentCard"} {
		c.refused(versionNotSupported, op, obj{"id": task["id"]}, header(versionHeader, "99.0"))
	}
}

func noVersionIsOld(c *check) {
	assume := func(version string) setting {
		return func(agent *host.Agent, _ *host.Config) { agent.AssumeVersion = version }
	}
	for name, with := range map[string]*check{"as it is": c, "strict": c.variant(assume("")), "lenient": c.variant(assume("1.0"))} {
		lenient := with.agent.AssumeVersion != "" && name == "as it is" || name == "lenient"
		for _, version := range []string{"", "  "} {
			switch {
			case lenient:
				with.ok("ListTasks", obj{}, header(versionHeader, version))
			default:
				f := with.refused(versionNotSupported, "ListTasks", obj{}, header(versionHeader, version))
				c.same("the versions in the error", at(f.detail("ErrorInfo"), "metadata.supportedVersions"), c.supported())
			}
		}
		with.refused(versionNotSupported, "ListTasks", obj{}, header(versionHeader, "0.3"))
	}
}

func patchesDoNotMatter(c *check) {
	for _, version := range []string{"1.0.0", "1.0.1", "1.0.77"} {
		c.ok("ListTasks", obj{}, header(versionHeader, version))
	}
	for _, i := range c.host.Card().GetSupportedInterfaces() {
		if strings.Count(i.GetProtocolVersion(), ".") != 1 {
			c.Errorf("the card says version %s, want Major.Minor", i.GetProtocolVersion())
		}
	}
}

func allDeclaredVersions(c *check) {
	for _, i := range c.host.Card().GetSupportedInterfaces() {
		if i.GetProtocolBinding() == c.binding {
			c.ok("ListTasks", obj{}, header(versionHeader, i.GetProtocolVersion()))
		}
	}
}

func namesInAnyCase(c *check) {
	for _, name := range []string{"a2a-version", "A2A-VERSION", "A2a-Version"} {
		spell := func(value string) edit {
			return func(r *request) {
				r.header.Del(versionHeader)
				r.header[name] = []string{value}
			}
		}
		c.ok("ListTasks", obj{}, spell("1.0"))
		c.refused(versionNotSupported, "ListTasks", obj{}, spell("7.0"))
	}
}

func versionInMetadata(c *check) {
	c.ok("ListTasks", obj{}, header(versionHeader, "1.0"))
	c.refused(versionNotSupported, "ListTasks", obj{}, header(versionHeader, "99.0"))
	c.refused(versionNotSupported, "SendStreamingMessage", c.sending(complete), header(versionHeader, "99.0"))
}

func versionInQuery(c *check) {
	none := header(versionHeader, "")
	c.ok("ListTasks", obj{}, none, query("A2A-Version", "1.0"))
	c.ok("ListTasks", obj{}, none, query("a2a-version", "1.0"))
	c.ok("ListTasks", obj{}, query("A2A-Version", "1.0"))
	c.refused(versionNotSupported, "ListTasks", obj{}, none, query("A2A-Version", "0.3"))
	c.refused(invalidParams, "ListTasks", obj{}, query("A2A-Version", "0.3")) // differs from the header
	if c.binding == wire.HTTPJSON {
		task := c.task(complete)
		c.ok("GetTask", obj{"id": task["id"]}, none, query("A2A-Version", "1.0"), query("unknown", "1"))
	}
}
